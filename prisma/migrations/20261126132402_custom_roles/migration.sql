-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "custom_roles" JSONB NOT NULL DEFAULT '{}';
