-- Of servers that start at the same moment, one at a time: IF NOT EXISTS alone does not see a table
-- that another one is about to make.
SELECT pg_advisory_xact_lock(7305428134018527);
CREATE TABLE IF NOT EXISTS scheduled_tasks (
  task_name            TEXT    NOT NULL,
  task_instance        TEXT    NOT NULL,
  task_data            BYTEA,
  execution_time       TIMESTAMP WITH TIME ZONE,
  picked               BOOLEAN NOT NULL,
  picked_by            TEXT,
  last_success         TIMESTAMP WITH TIME ZONE,
  last_failure         TIMESTAMP WITH TIME ZONE,
  consecutive_failures INT,
  last_heartbeat       TIMESTAMP WITH TIME ZONE,
  version              BIGINT  NOT NULL,
  priority             SMALLINT,
  state                TEXT,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS scheduled_tasks_by_time ON scheduled_tasks (execution_time);
CREATE INDEX IF NOT EXISTS scheduled_tasks_by_heartbeat ON scheduled_tasks (last_heartbeat);
