-- A view is of one of several lists; those there were are of discovery. Each list has names of its own.
ALTER TABLE saved_view ADD COLUMN resource TEXT NOT NULL DEFAULT 'discovery';
DROP INDEX saved_view_by_name;
CREATE UNIQUE INDEX saved_view_by_name ON saved_view (org_id, owner_id, resource, name_key);
