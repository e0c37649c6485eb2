#!/bin/sh
# A bot for `engine:sh bot.sh`: the first legal move.
while read -r line; do
    id=$(echo "$line" | sed 's/^{"id":\([0-9]*\).*/\1/')
    move=$(echo "$line" | sed 's/.*"moves":\[{"action":\([0-9]*\).*/\1/')
    echo "{\"id\":$id,\"move\":$move}"
done
