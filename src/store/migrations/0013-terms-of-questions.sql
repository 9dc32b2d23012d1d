-- What later work keeps to that somebody caused: JSON, for the questions of a double opt-in, and null for all else.
ALTER TABLE jobs ADD COLUMN terms TEXT;
