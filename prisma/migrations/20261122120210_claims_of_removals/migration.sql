-- AlterTable
ALTER TABLE "doomed_objects" ADD COLUMN     "claim" TEXT;
