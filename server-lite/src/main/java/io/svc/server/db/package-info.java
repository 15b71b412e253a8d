/** The store: SQLite or PostgreSQL, migrations, transactions. SQL itself lies with each feature. */
package io.svc.server.db;
