/** A small limited application of Quarkus. */
package io.headgate.example.quarkus;
