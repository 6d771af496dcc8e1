#!/bin/sh
# Stands where Prisma looks for its native schema engine, which nothing here needs. It fails, so that no command of
# Prisma's can seem to have done something.
echo "not used here" >&2
exit 1
