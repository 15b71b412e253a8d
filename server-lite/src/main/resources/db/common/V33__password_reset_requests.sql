-- Requests for a new password that wait for the job that answers them. What was typed is sealed, and removed with the
-- answer, whether or not an account has this address.
ALTER TABLE reset_request ADD COLUMN sealed TEXT;
CREATE INDEX reset_request_open ON reset_request (at) WHERE sealed IS NOT NULL;
