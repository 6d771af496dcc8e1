-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "restoring" BOOLEAN NOT NULL DEFAULT false;
