-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "requires_two_factor" BOOLEAN NOT NULL DEFAULT false;
