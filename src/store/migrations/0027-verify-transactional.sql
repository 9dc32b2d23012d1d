-- What becomes of transactional mail that looks like phishing: 'block', 'warn' or 'off'.
ALTER TABLE organizations ADD COLUMN verify_transactional TEXT NOT NULL DEFAULT 'block';
