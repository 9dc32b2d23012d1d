-- Each organization keeps its own share of the remembered positions. 0: oauth_clients, and positions from before this migration.
ALTER TABLE deleted_positions ADD COLUMN organization BIGINT NOT NULL DEFAULT 0;
CREATE INDEX deleted_positions_by_organization ON deleted_positions (organization, key);
