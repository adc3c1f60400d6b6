// Runs battery.sql through JDBC: the driver of xerial. c.c describes plan and answers.

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

public class Jdbc {
  static final Map<String, Object> KINDS = Map.of(
      "int", 12, "float", 0.8, "whole float", 1.0, "text", "0.8",
      "blob", "0.8".getBytes(StandardCharsets.UTF_8), "true", true, "false", false,
      "big int", 9007199254740993L, "nan", Double.NaN);

  static String hexadecimal(byte[] bytes) {
    StringBuilder digits = new StringBuilder();
    for (byte each : bytes) digits.append(String.format("%02x", each));
    return digits.toString();
  }

  static String hexadecimal(String text) {
    return hexadecimal(text.getBytes(StandardCharsets.UTF_8));
  }

  static String encoded(Object value) {
    if (value == null) return "N";
    if (value instanceof Boolean) return (Boolean) value ? "L1" : "L0";
    if (value instanceof Double) {
      return String.format("R%016x", Double.doubleToRawLongBits((Double) value));
    }
    if (value instanceof Number) return "I" + value;
    if (value instanceof byte[]) return "B" + hexadecimal((byte[]) value);
    return "T" + hexadecimal(value.toString());
  }

  static Connection connected(String path, String extension) throws SQLException {
    String url = "jdbc:sqlite:" + path + "?enable_load_extension=true";
    Connection database = DriverManager.getConnection(url);
    if (extension != null) {
      String sql = "SELECT load_extension(?)";
      try (PreparedStatement load = database.prepareStatement(sql)) {
        load.setString(1, extension);
        load.execute();
      }
    }
    return database;
  }

  static void run(Connection database, String kind, String name, String sql) {
    try (PreparedStatement statement = database.prepareStatement(sql)) {
      if (!kind.equals("run")) statement.setObject(1, KINDS.get(kind));
      if (!statement.execute()) return;
      ResultSet rows = statement.getResultSet();
      while (rows.next()) {
        StringBuilder line = new StringBuilder(name);
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          line.append('\t').append(encoded(rows.getObject(i)));
        }
        System.out.println(line);
      }
    } catch (SQLException error) {
      System.out.println(name + "\tE" + hexadecimal(error.getMessage()));
    }
  }

  public static void main(String[] arguments) throws Exception {
    Connection database = connected(":memory:", null);
    DatabaseMetaData about = database.getMetaData();
    System.out.println("client\txerial JDBC " + about.getDriverVersion());
    System.out.println("sqlite\t" + about.getDatabaseProductVersion());
    for (String line : Files.readAllLines(Path.of(arguments[2]))) {
      String[] step = line.split("\t");
      if (step[0].equals("open") || step[0].equals("bare")) {
        database.close();
        database = connected(arguments[1], step[0].equals("open") ? arguments[0] : null);
      } else {
        run(database, step[0], step[1], step[2]);
      }
    }
    database.close();
  }
}
