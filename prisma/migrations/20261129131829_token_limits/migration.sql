-- AlterTable
ALTER TABLE "project_tokens" ADD COLUMN     "limits" JSONB;
