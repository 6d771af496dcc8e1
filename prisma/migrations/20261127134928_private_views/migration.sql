-- AlterTable
ALTER TABLE "saved_views" ADD COLUMN     "is_private" BOOLEAN NOT NULL DEFAULT false;
