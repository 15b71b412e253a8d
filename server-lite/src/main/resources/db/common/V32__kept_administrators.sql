-- Since when the last administrator of a tenant has kept the role although the groups at the identity provider map to
-- another one; NULL for all other accounts.
ALTER TABLE account ADD COLUMN kept_admin_at BIGINT;
