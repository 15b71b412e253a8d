/** How another program uses the scanner. */
package io.svc.example;
