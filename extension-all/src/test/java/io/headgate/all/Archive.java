package io.headgate.all;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.objectweb.asm.ClassReader;

/** The JAR as this build packaged it. */
final class Archive {

    static final String SHADED = "io/headgate/shaded/";

    private static final int TEXT = 1;
    private static final int CLASS = 7;
    private static final Archive BUILT = new Archive(file());

    private final Map<String, byte[]> entries = new TreeMap<>();
    private final Map<String, ClassReader> classes = new TreeMap<>();
    private final Manifest manifest;

    private Archive(File file) {
        try (JarFile jar = new JarFile(file)) {
            manifest = jar.getManifest();
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (!entry.isDirectory()) {
                    add(entry.getName(), jar.getInputStream(entry).readAllBytes());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    private void add(String name, byte[] bytes) {
        entries.put(name, bytes);
        if (name.endsWith(".class")) {
            classes.put(name.substring(0, name.length() - ".class".length()), new ClassReader(bytes));
        }
    }

    /** The archive of this build. */
    static Archive built() {
        return BUILT;
    }

    /** Its file. */
    static File file() {
        File file = new File(System.getProperty("headgate.all.jar", ""));
        if (!file.isFile()) {
            throw new IllegalStateException(file + " is no file: run this with Maven");
        }
        return file;
    }

    Manifest manifest() {
        return manifest;
    }

    /** The names of all files in it. */
    Set<String> names() {
        return entries.keySet();
    }

    /** A file in it, byte by byte as characters. */
    String content(String name) {
        byte[] bytes = entries.get(name);
        if (bytes == null) {
            throw new AssertionError("there is no " + name + " in " + file());
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** All classes, by their internal names. */
    Map<String, ClassReader> classes() {
        return classes;
    }

    /** All texts that a class contains: names, descriptors, strings. */
    Set<String> texts(String type) {
        ClassReader reader = Optional.ofNullable(classes.get(type)).orElseThrow();
        Set<String> texts = new TreeSet<>();
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            if (offset > 0 && reader.readByte(offset - 1) == TEXT) {
                texts.add(text(reader, offset));
            }
        }
        return texts;
    }

    private static String text(ClassReader reader, int offset) {
        StringBuilder text = new StringBuilder();
        int end = offset + 2 + reader.readUnsignedShort(offset);
        for (int at = offset + 2; at < end; at++) {
            text.append((char) reader.readByte(at));
        }
        return text.toString();
    }

    /** The superclass and the interfaces of a class. */
    static List<String> above(ClassReader type) {
        List<String> above = new ArrayList<>(List.of(type.getInterfaces()));
        if (type.getSuperName() != null) {
            above.add(type.getSuperName());
        }
        return above;
    }

    /** The classes that a class names where the Java machine loads them: what it extends, calls, makes, casts to, catches. */
    static Set<String> named(ClassReader type) {
        Set<String> named = new TreeSet<>();
        char[] buffer = new char[type.getMaxStringLength()];
        for (int i = 1; i < type.getItemCount(); i++) {
            int offset = type.getItem(i);
            if (offset > 0 && type.readByte(offset - 1) == CLASS) {
                named.add(type.readUTF8(offset, buffer).replaceFirst("^\\[+L(.*);$", "$1"));
            }
        }
        return named;
    }
}
