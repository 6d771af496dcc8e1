-- CreateTable
-- Not logged: rows last a minute, and people say again where they are.
CREATE UNLOGGED TABLE "presence_reports" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "people" JSONB NOT NULL,

    CONSTRAINT "presence_reports_pkey" PRIMARY KEY ("id")
);
