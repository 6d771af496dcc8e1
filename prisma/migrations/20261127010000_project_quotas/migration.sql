-- Quotas that the operator gave to a single project.
ALTER TABLE "projects" ADD COLUMN "quotas" JSONB NOT NULL DEFAULT '{}';
