/** How users are let in on servers without Jakarta Security: by Jakarta REST alone. */
package io.headgate.tck.users.rest;
