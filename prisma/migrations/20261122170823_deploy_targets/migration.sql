-- CreateTable
CREATE TABLE "deploy_targets" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "config" JSONB NOT NULL,
    "secrets" TEXT NOT NULL,
    "site_url" TEXT,
    "environment" TEXT NOT NULL,
    "quiet_seconds" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3),
    "built_seq" INTEGER,
    "built_at" TIMESTAMPTZ(3),
    "seen_seq" INTEGER,
    "seen_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "check_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deploy_targets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deployments" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "snapshot_id" TEXT,
    "seq" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" JSONB NOT NULL,
    "claims" INTEGER NOT NULL DEFAULT 0,
    "waiting_since" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "run" JSONB,
    "build_state" TEXT,
    "build_error" TEXT,
    "triggered_at" TIMESTAMPTZ(3),
    "built_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "deployments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "deploy_targets_project_id_id_idx" ON "deploy_targets"("project_id", "id");

-- CreateIndex
CREATE INDEX "deployments_project_id_id_idx" ON "deployments"("project_id", "id");

-- CreateIndex
CREATE INDEX "deployments_target_id_seq_idx" ON "deployments"("target_id", "seq");

-- AddForeignKey
ALTER TABLE "deploy_targets" ADD CONSTRAINT "deploy_targets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "deploy_targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Those that aren't sent yet. Prisma can't declare partial indexes.
CREATE INDEX "deployments_open_idx" ON "deployments"("project_id", "target_id", "seq") WHERE "status" IN ('queued', 'sending');
