import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Publishes one ContactChanged event and waits until the API shows it. How to run it: README.md beside this file. */
public class PublishContact {
  static final String LOCATION = System.getenv("LOCATION_ID");
  static final HttpClient HTTP = HttpClient.newHttpClient();
  static final ObjectMapper JSON = new ObjectMapper();

  /** The full state of the contact: what is left out is null. `version` has to grow with each of its changes. */
  static GenericRecord contact(Schema schema, String id) {
    long now = System.currentTimeMillis();
    var meta = new GenericRecordBuilder(schema.getField("meta").schema())
        .set("eventId", UUID.randomUUID().toString()).set("occurredAt", now).set("version", now)
        .set("locationId", LOCATION).set("source", "java-sample").build();
    return new GenericRecordBuilder(schema).set("meta", meta).set("contactId", id)
        .set("firstName", "Ann").set("lastName", "Java").set("createdAt", now).build();
  }

  /** The Confluent wire format: a zero byte, the schema's id, the Avro record. */
  static byte[] encode(String topic, Schema schema, GenericRecord event) throws Exception {
    String subject = topic + "-" + schema.getFullName(), registry = System.getenv("SCHEMA_REGISTRY_URL");
    // A rebuild reads every schema ever written.
    send("PUT", registry + "/config/" + subject, Map.of("compatibility", "BACKWARD_TRANSITIVE"));
    var id = send("POST", registry + "/subjects/" + subject + "/versions", Map.of("schema", schema.toString()));
    var bytes = new ByteArrayOutputStream();
    new DataOutputStream(bytes).writeByte(0);
    new DataOutputStream(bytes).writeInt(JSON.readTree(id).get("id").asInt());
    var encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(schema).write(event, encoder);
    return bytes.toByteArray();
  }

  /** Asks again while the server says when: the API answers when it has the position in the headers. */
  static String send(String method, String url, Object body, String... headers) throws Exception {
    var content = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(JSON.writeValueAsString(body));
    var request = HttpRequest.newBuilder(URI.create(url)).method(method, content).header("Content-Type", "application/json");
    for (int i = 0; i < headers.length; i += 2) request.header(headers[i], headers[i + 1]);
    for (int attempt = 0; attempt < 20; attempt++) {
      var response = HTTP.send(request.build(), BodyHandlers.ofString());
      if (response.statusCode() < 300) return response.body();
      var seconds = response.headers().firstValueAsLong("Retry-After");
      if (seconds.isEmpty()) throw new IllegalStateException(url + ": " + response.statusCode() + " " + response.body());
      Thread.sleep(seconds.getAsLong() * 1000);
    }
    throw new IllegalStateException(url + " did not answer in time");
  }

  public static void main(String[] args) throws Exception {
    var schema = new Schema.Parser().parse(Path.of("../../avro-versions/fundlens/crm/ContactChanged/v2.avsc").toFile());
    String topic = System.getenv().getOrDefault("TOPIC_PREFIX", "") + "crm.changes.v1", id = "java-" + UUID.randomUUID();
    Map<String, Object> kafka = Map.of("bootstrap.servers", System.getenv("KAFKA_BROKERS"), "enable.idempotence", true);
    try (var producer = new KafkaProducer<>(kafka, new StringSerializer(), new ByteArraySerializer())) {
      byte[] value = encode(topic, schema, contact(schema, id));
      var stored = producer.send(new ProducerRecord<>(topic, "contact:" + LOCATION + ":" + id, value)).get();
      String position = topic + "/" + stored.partition() + "/" + stored.offset();
      System.out.println("stored at " + position);
      System.out.println("visible: " + send("GET", System.getenv("API_URL") + "/contacts/" + id, null,
          "Authorization", "Bearer " + System.getenv("API_KEY"), "X-Wait-For-Position", position));
    }
  }
}
