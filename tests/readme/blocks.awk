# Writes the code blocks of a Markdown file that can be run into files of a directory:
#
#   awk -v directory=DIR -f blocks.awk DOCUMENT
#
# The block at line 27 in the language sql becomes DIR/27.sql.  If a block in the language
# text follows, with only blank lines between them, it is the expected output and becomes
# DIR/27.want.  A line `<!-- on build/demo.db -->` before the block becomes DIR/27.on.

/^```[a-z]/ && !inside {
  language = substr($0, 4)
  inside = 1
  file = ""
  if (language == "text" && before != "") {
    file = directory "/" before ".want"
  } else if (language ~ /^(sql|sh|python|js)$/) {
    before = NR
    file = directory "/" NR "." language
    if (database != "") print database > (directory "/" NR ".on")
  }
  if (language == "text") before = ""
  if (file != "") printf "" > file
  database = ""
  next
}
/^```$/ {
  inside = 0
  next
}
inside {
  if (file != "") print > file
  next
}
/^<!-- on [^ ]* -->$/ {
  database = $3
  next
}
/[^ ]/ {
  before = ""
  database = ""
}
