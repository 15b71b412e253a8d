/**
 * The store: SQLite or PostgreSQL, migrations, transactions. The SQL statements are in each
 * feature's package.
 */
@NullMarked
package io.svc.server.db;

import org.jspecify.annotations.NullMarked;
