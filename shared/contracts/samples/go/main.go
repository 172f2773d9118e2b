// Publishes one ContactChanged event and waits until the API shows it. How to run it: README.md beside this file.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/hamba/avro/v2"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sr"
)

// The full state of the contact: what is left out is null. `version` has to grow with each of its changes.
func contact(location, id string) map[string]any {
	now := time.Now()
	meta := map[string]any{"eventId": uuid.NewString(), "occurredAt": now, "version": now.UnixMilli(), "locationId": location, "source": "go-sample"}
	return map[string]any{"meta": meta, "contactId": id, "firstName": "Ann", "lastName": "Go", "createdAt": now}
}

// encode returns the event in the Confluent wire format: a zero byte, the schema's id, the Avro record.
func encode(ctx context.Context, topic string, event map[string]any) []byte {
	text := string(must(os.ReadFile("../../avro-versions/fundlens/crm/ContactChanged/v2.avsc")))
	registry := must(sr.NewClient(sr.URLs(os.Getenv("SCHEMA_REGISTRY_URL"))))
	// Subjects are named <topic>-<record>; a rebuild reads every schema ever written.
	subject := topic + "-fundlens.crm.ContactChanged"
	for _, set := range registry.SetCompatibility(ctx, sr.SetCompatibility{Level: sr.CompatBackwardTransitive}, subject) {
		must(set, set.Err)
	}
	registered := must(registry.CreateSchema(ctx, subject, sr.Schema{Schema: text, Type: sr.TypeAvro}))
	header := must(new(sr.ConfluentHeader).AppendEncode(nil, registered.ID, nil))
	return append(header, must(avro.Marshal(avro.MustParse(text), event))...)
}

// waitUntilVisible: the API answers when it has the position; while it does not, it says when to ask again.
func waitUntilVisible(ctx context.Context, id, position string) string {
	for {
		request := must(http.NewRequestWithContext(ctx, "GET", os.Getenv("API_URL")+"/contacts/"+id, nil))
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		request.Header.Set("X-Wait-For-Position", position)
		response := must(http.DefaultClient.Do(request))
		body := must(io.ReadAll(response.Body))
		if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
			time.Sleep(time.Duration(seconds) * time.Second)
		} else if response.StatusCode != http.StatusOK {
			log.Fatalf("The API answers %d: %s", response.StatusCode, body)
		} else {
			return string(body)
		}
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	topic, location, id := os.Getenv("TOPIC_PREFIX")+"crm.changes.v1", os.Getenv("LOCATION_ID"), "go-"+uuid.NewString()
	client := must(kgo.NewClient(kgo.SeedBrokers(strings.Split(os.Getenv("KAFKA_BROKERS"), ",")...)))
	defer client.Close()
	key := fmt.Sprintf("contact:%s:%s", location, id)
	value := encode(ctx, topic, contact(location, id))
	// Waits until all in-sync replicas have it; the partition is the one that Java's client chooses.
	record := must(client.ProduceSync(ctx, &kgo.Record{Topic: topic, Key: []byte(key), Value: value}).First())
	position := fmt.Sprintf("%s/%d/%d", record.Topic, record.Partition, record.Offset)
	fmt.Println("stored at", position)
	fmt.Println("visible:", waitUntilVisible(ctx, id, position))
}
