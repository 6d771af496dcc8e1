-- AlterTable
ALTER TABLE "project_tokens" ADD COLUMN     "holders" TEXT[] DEFAULT ARRAY[]::TEXT[];
