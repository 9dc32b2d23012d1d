-- deleted_at: a deleted workflow is nowhere shown; its row stays as long as its runs.
ALTER TABLE workflows ADD COLUMN deleted_at BIGINT;
CREATE INDEX workflows_deleted ON workflows (deleted_at) WHERE deleted_at IS NOT NULL;
