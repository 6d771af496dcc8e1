-- AlterTable
ALTER TABLE "glossaries" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;
