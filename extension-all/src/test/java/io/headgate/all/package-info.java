/** Tests of the packaged JAR. Nothing else of Headgate's is on their class path, nor Redisson or what it brings. */
@NullMarked
package io.headgate.all;

import org.jspecify.annotations.NullMarked;
