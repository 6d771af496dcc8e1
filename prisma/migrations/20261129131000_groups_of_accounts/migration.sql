-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "groups" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "projects_maker_id_idx" ON "projects"("maker_id");
