-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "groups" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
-- allowed: index: an instance has thousands of projects at most, which are read in milliseconds
CREATE INDEX "projects_maker_id_idx" ON "projects"("maker_id");
