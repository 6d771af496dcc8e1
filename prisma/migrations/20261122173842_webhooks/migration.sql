-- AlterTable
ALTER TABLE "events" ADD COLUMN     "fanned_out" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "webhooks" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "collections" TEXT[],
    "locales" TEXT[],
    "include_values" BOOLEAN NOT NULL,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "status" TEXT NOT NULL,
    "disabled_reason" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "event_id" BIGINT,
    "kind" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "tried" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhooks_project_id_id_idx" ON "webhooks"("project_id", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_id_idx" ON "webhook_deliveries"("webhook_id", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_webhook_id_event_id_key" ON "webhook_deliveries"("webhook_id", "event_id");

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Partial indexes can't be declared in the schema.
CREATE INDEX "events_waiting_idx" ON "events"("project_id", "id") WHERE NOT "fanned_out";
CREATE INDEX "webhook_deliveries_pending_idx" ON "webhook_deliveries"("webhook_id", "due_at") WHERE "status" = 'pending';

-- Whoever writes events can't forget that webhooks are to be told of them: the database asks for that itself.
CREATE FUNCTION "ask_for_webhooks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "jobs" AS j ("id", "kind", "key", "project_id", "payload", "run_at", "created_at")
  SELECT 'job_fan_out_' || n."project_id", 'fan-out-events', n."project_id", n."project_id", 'null', min(n."created_at"),
    min(n."created_at")
  FROM new_events n
  WHERE EXISTS (SELECT FROM "webhooks" w WHERE w."project_id" = n."project_id")
  GROUP BY n."project_id"
  ON CONFLICT ("kind", "key") DO UPDATE SET "asked" = j."asked" + 1, "attempts" = 0, "dead_at" = NULL,
    "run_at" = CASE WHEN j."owner" IS NULL AND j."dead_at" IS NULL THEN least(j."run_at", excluded."run_at")
      ELSE excluded."run_at" END;
  RETURN NULL;
END $$;
CREATE TRIGGER "events_ask_for_webhooks" AFTER INSERT ON "events" REFERENCING NEW TABLE AS new_events
  FOR EACH STATEMENT EXECUTE FUNCTION "ask_for_webhooks"();
