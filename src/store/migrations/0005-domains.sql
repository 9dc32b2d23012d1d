-- The second key of a sending domain and that of its rotation, both Ed25519; null where the domain has none yet.
ALTER TABLE domains ADD COLUMN ed25519_selector TEXT;
ALTER TABLE domains ADD COLUMN ed25519_public_key TEXT;
ALTER TABLE domains ADD COLUMN ed25519_private_key TEXT;
ALTER TABLE domains ADD COLUMN next_ed25519_selector TEXT;
ALTER TABLE domains ADD COLUMN next_ed25519_public_key TEXT;
ALTER TABLE domains ADD COLUMN next_ed25519_private_key TEXT;
-- Public halves (JSON) of keys that sign no more and whose records are still to stand.
ALTER TABLE domains ADD COLUMN retired_keys TEXT NOT NULL DEFAULT '[]';
ALTER TABLE domains ADD COLUMN warm_up INTEGER NOT NULL DEFAULT 1;
-- When the first mail left directly from the domain: warming up counts its days from here.
ALTER TABLE domains ADD COLUMN first_sent_at BIGINT;
