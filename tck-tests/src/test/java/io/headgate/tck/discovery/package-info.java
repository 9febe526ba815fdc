/** An application without beans.xml, whose one {@code Application} class lists nothing. */
package io.headgate.tck.discovery;
