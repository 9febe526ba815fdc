/** Makes the table of what was tested on which server. */
package io.headgate.tck.report;
