import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import org.openapitools.codegen.OpenAPIGenerator;

/** Runs openapi-generator with each line of arguments, tabs between them, and tells each end. */
class Generate {
  public static void main(String[] none) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = lines.readLine()) != null; ) {
      OpenAPIGenerator.main(line.split("\t"));
      System.out.println("\u0004");
      System.out.flush();
    }
  }
}
