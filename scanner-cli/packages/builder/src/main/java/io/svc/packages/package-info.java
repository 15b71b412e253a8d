/** Makes what people install of the packaged jar: run by the build, never by the command. */
package io.svc.packages;
