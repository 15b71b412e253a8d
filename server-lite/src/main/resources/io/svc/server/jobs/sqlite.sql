CREATE TABLE IF NOT EXISTS scheduled_tasks (
  task_name            TEXT    NOT NULL,
  task_instance        TEXT    NOT NULL,
  task_data            BLOB,
  execution_time       TIMESTAMP,
  picked               BOOLEAN NOT NULL,
  picked_by            TEXT,
  last_success         TIMESTAMP,
  last_failure         TIMESTAMP,
  consecutive_failures INT,
  last_heartbeat       TIMESTAMP,
  version              BIGINT  NOT NULL,
  priority             SMALLINT,
  state                TEXT,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX IF NOT EXISTS scheduled_tasks_by_time ON scheduled_tasks (execution_time);
CREATE INDEX IF NOT EXISTS scheduled_tasks_by_heartbeat ON scheduled_tasks (last_heartbeat);
-- One process has the directory to itself: what was at work when the last one was killed is so no more.
UPDATE scheduled_tasks SET picked = 0, picked_by = NULL, last_heartbeat = NULL WHERE picked = 1;
