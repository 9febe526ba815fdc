/** An application whose resources speak JSON. */
package io.headgate.tck.json;
