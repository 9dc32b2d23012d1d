-- A deleted workflow keeps its row, hidden from every reader, for as long as its runs are kept.
ALTER TABLE workflows ADD COLUMN deleted_at BIGINT;
CREATE INDEX workflows_deleted ON workflows (deleted_at) WHERE deleted_at IS NOT NULL;
