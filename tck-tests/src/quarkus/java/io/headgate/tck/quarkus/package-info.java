/** What concerns Quarkus alone: how a WAR becomes an application of it, and what only it can do. */
package io.headgate.tck.quarkus;
