/** Stands for the Redisson of an application. */
package org.redisson.api;
