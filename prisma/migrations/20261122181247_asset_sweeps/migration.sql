-- AlterTable
ALTER TABLE "assets" ADD COLUMN     "sweeps" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "swept_until" TIMESTAMPTZ(3);
