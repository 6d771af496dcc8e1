-- AlterTable
ALTER TABLE "translation_runs" ADD COLUMN     "undone_by" JSONB;
