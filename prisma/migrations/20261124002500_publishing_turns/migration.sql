-- CreateTable
CREATE TABLE "publishing_turns" (
    "project_id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "next" TEXT,
    "next_until" TIMESTAMPTZ(3),

    CONSTRAINT "publishing_turns_pkey" PRIMARY KEY ("project_id")
);

-- AddForeignKey
ALTER TABLE "publishing_turns" ADD CONSTRAINT "publishing_turns_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
