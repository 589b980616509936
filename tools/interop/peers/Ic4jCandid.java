// `ic4j-candid` from Maven Central as a peer: README.md says what it reads and writes.

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ic4j.candid.parser.IDLArgs;
import org.ic4j.candid.parser.IDLType;
import org.ic4j.candid.parser.IDLValue;
import org.ic4j.candid.types.Label;
import org.ic4j.candid.types.Mode;
import org.ic4j.candid.types.Type;
import org.ic4j.types.Func;
import org.ic4j.types.Principal;
import org.ic4j.types.Service;

public class Ic4jCandid {
    static final ObjectMapper JSON = new ObjectMapper();

    public static void main(String[] args) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Object reply;
            try {
                reply = new Ic4jCandid(JSON.readTree(line)).answer();
            } catch (Throwable error) {
                // Whatever it is, it is the library's answer.
                reply = Map.of("error", error.getClass().getSimpleName() + ": " + error.getMessage());
            }
            out.println(JSON.writeValueAsString(reply));
        }
        out.flush();
    }

    final JsonNode request;
    final JsonNode definitions;
    // Types of records and variants that are being made: through them a type can contain itself.
    final Map<JsonNode, IDLType> shells = new IdentityHashMap<>();

    Ic4jCandid(JsonNode request) {
        this.request = request;
        this.definitions = request.get("definitions");
    }

    Object answer() {
        JsonNode trees = request.get("types");
        if (request.has("values")) {
            List<IDLValue> args = new ArrayList<>();
            for (int idx = 0; idx < trees.size(); idx++) {
                args.add(IDLValue.create(toValue(trees.get(idx), request.get("values").get(idx)), toType(trees.get(idx))));
            }
            return Map.of("message", HexFormat.of().formatHex(IDLArgs.create(args).toBytes()));
        }
        // Without types. The library takes from them only the names of fields, and with them it gives every alternative of
        // a variant the name of the first.
        List<Object> values = new ArrayList<>();
        List<IDLValue> decoded = IDLArgs.fromBytes(bytes(request.get("message"))).getArgs();
        for (int idx = 0; idx < trees.size(); idx++) values.add(fromValue(trees.get(idx), decoded.get(idx).getValue()));
        return Map.of("values", values);
    }

    static String kind(JsonNode tree) {
        return tree.isTextual() ? tree.asText() : tree.fieldNames().next();
    }

    static byte[] bytes(JsonNode digits) {
        return HexFormat.of().parseHex(digits.asText());
    }

    static Label label(JsonNode label) {
        return label.isTextual() ? Label.createNamedLabel(label.asText()) : Label.createIdLabel(label.asLong());
    }

    IDLType toType(JsonNode tree) {
        String kind = kind(tree);
        if (tree.isTextual()) return IDLType.createType(Type.valueOf(kind.toUpperCase()));
        JsonNode of = tree.get(kind);
        switch (kind) {
            case "name":
                return toType(definitions.get(of.asText()));
            case "opt":
            case "vec":
                return IDLType.createType(Type.valueOf(kind.toUpperCase()), toType(of));
            case "func":
                List<Mode> modes = new ArrayList<>();
                for (JsonNode mode : of.get(2)) modes.add(Mode.valueOf(mode.asText().toUpperCase()));
                return IDLType.createType(toTypes(of.get(0)), toTypes(of.get(1)), modes);
            case "service":
                Map<String, IDLType> methods = new TreeMap<>();
                for (JsonNode method : of) methods.put(method.get(0).asText(), toType(method.get(1)));
                return IDLType.createType(methods);
            default:
                if (shells.containsKey(tree)) return shells.get(tree);
                Map<Label, IDLType> fields = new TreeMap<>();
                IDLType type = IDLType.createType(Type.valueOf(kind.toUpperCase()), fields);
                shells.put(tree, type);
                for (JsonNode field : of) fields.put(label(field.get(0)), toType(field.get(1)));
                return type;
        }
    }

    List<IDLType> toTypes(JsonNode trees) {
        List<IDLType> types = new ArrayList<>();
        for (JsonNode tree : trees) types.add(toType(tree));
        return types;
    }

    Object toValue(JsonNode tree, JsonNode value) {
        String kind = kind(tree);
        JsonNode of = tree.get(kind);
        switch (kind) {
            case "null":
            case "reserved":
                return null;
            case "bool":
                return value.asBoolean();
            case "text":
                return value.asText();
            case "nat":
            case "int":
                return new BigInteger(value.asText());
            case "nat8":
            case "int8":
                return new BigInteger(value.asText()).byteValue();
            case "nat16":
            case "int16":
                return new BigInteger(value.asText()).shortValue();
            case "nat32":
            case "int32":
                return new BigInteger(value.asText()).intValue();
            case "nat64":
            case "int64":
                return new BigInteger(value.asText()).longValue();
            case "float32":
                return value.asText().equals("nan") ? Float.NaN : Float.intBitsToFloat((int) HexFormat.fromHexDigitsToLong(value.asText()));
            case "float64":
                return value.asText().equals("nan") ? Double.NaN : Double.longBitsToDouble(HexFormat.fromHexDigitsToLong(value.asText()));
            case "principal":
                return Principal.from(bytes(value));
            case "service":
                return new Service(Principal.from(bytes(value)));
            case "func":
                return new Func(Principal.from(bytes(value.get(0))), value.get(1).asText());
            case "name":
                return toValue(definitions.get(of.asText()), value);
            case "opt":
                if (value.isEmpty()) return Optional.empty();
                Object inner = toValue(of, value.get(0));
                // An Optional does not hold null; of what stands for it the library writes nothing either.
                return Optional.of(inner == null ? new Object() : inner);
            case "vec":
                Object[] items = new Object[value.size()];
                for (int idx = 0; idx < items.length; idx++) items[idx] = toValue(of, value.get(idx));
                return items;
            case "record":
                Map<Label, Object> fields = new TreeMap<>();
                for (int idx = 0; idx < of.size(); idx++) {
                    fields.put(label(of.get(idx).get(0)), toValue(of.get(idx).get(1), value.get(idx)));
                }
                return fields;
            case "variant":
                JsonNode field = of.get(value.get(0).asInt());
                Map<Label, Object> chosen = new TreeMap<>();
                chosen.put(label(field.get(0)), toValue(field.get(1), value.get(1)));
                return chosen;
            default:
                throw new IllegalArgumentException("no values of " + kind);
        }
    }

    static String hex(Principal principal) {
        return HexFormat.of().formatHex(principal.getValue());
    }

    Object fromValue(JsonNode tree, Object value) {
        String kind = kind(tree);
        JsonNode of = tree.get(kind);
        List<Object> items = new ArrayList<>();
        switch (kind) {
            case "null":
            case "reserved":
                return null;
            case "bool":
            case "text":
                return value;
            // Java has no unsigned numbers: these are the same bits.
            case "nat8":
                return String.valueOf(Byte.toUnsignedInt((Byte) value));
            case "nat16":
                return String.valueOf(Short.toUnsignedInt((Short) value));
            case "nat32":
                return Integer.toUnsignedString((Integer) value);
            case "nat64":
                return Long.toUnsignedString((Long) value);
            case "float32":
                return ((Float) value).isNaN() ? "nan" : HexFormat.of().toHexDigits(Float.floatToRawIntBits((Float) value));
            case "float64":
                return ((Double) value).isNaN() ? "nan" : HexFormat.of().toHexDigits(Double.doubleToRawLongBits((Double) value));
            case "principal":
                return hex((Principal) value);
            case "service":
                return hex(((Service) value).getPrincipal());
            case "func":
                return List.of(hex(((Func) value).getPrincipal()), ((Func) value).getMethod());
            case "name":
                return fromValue(definitions.get(of.asText()), value);
            case "opt":
                ((Optional<?>) value).ifPresent(inner -> items.add(fromValue(of, inner)));
                return items;
            case "vec":
                for (Object item : (Object[]) value) items.add(fromValue(of, item));
                return items;
            case "record":
                for (JsonNode field : of) items.add(fromValue(field.get(1), ((Map<?, ?>) value).get(label(field.get(0)))));
                return items;
            case "variant":
                for (int idx = 0; idx < of.size(); idx++) {
                    Label label = label(of.get(idx).get(0));
                    if (!((Map<?, ?>) value).containsKey(label)) continue;
                    items.add(idx);
                    items.add(fromValue(of.get(idx).get(1), ((Map<?, ?>) value).get(label)));
                }
                return items;
            default:
                return String.valueOf(value);
        }
    }
}
