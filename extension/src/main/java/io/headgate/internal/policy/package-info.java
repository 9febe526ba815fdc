/** From annotations and configuration to policies: discovery, levels, validation, the registry, the start table. */
@NullMarked
package io.headgate.internal.policy;

import org.jspecify.annotations.NullMarked;
