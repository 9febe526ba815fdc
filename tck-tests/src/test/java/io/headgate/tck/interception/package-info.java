/** An application without beans.xml whose beans ask for interception in all the ways in which servers could differ. */
package io.headgate.tck.interception;
