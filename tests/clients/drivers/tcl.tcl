# Runs battery.sql through Tcl's sqlite3 package; c.c describes plan and answers. Tcl
# binds a value with the type that its object has at that moment.
package require sqlite3

lassign $argv extension path plan

# Variables as Tcl programs make them: expr makes a number, everything else a string.
set kinds {
  int {expr {6 + 6}} float {expr {1.6 / 2}} {whole float} {expr {2.0 / 2}}
  text {set _ 0.8} blob {binary format a3 0.8} true {expr {1 == 1}} false {expr {1 == 0}}
  {big int} {expr {9007199254740992 + 1}} nan {set _ NaN} null {set _ NULL}
}

proc encoded {value} {
  regexp {value is a (?:pure )?(\S+)} [tcl::unsupported::representation $value] - type
  switch $type {
    int - wideInt - bignum { return I$value }
    double { return R[binary encode hex [binary format Q $value]] }
    bytearray { return B[binary encode hex $value] }
  }
  return T[binary encode hex [encoding convertto utf-8 $value]]
}

proc run {kind name sql} {
  if {$kind ne "run"} {
    set v [eval [dict get $::kinds $kind]]
    if {$kind eq "null"} { unset v }
    # An @ instead of $ or : binds a variable that holds bytes as a BLOB.
    set sql [string map [list ? [expr {$kind eq "blob" ? "@v" : "\$v"}]] $sql]
  }
  if {[catch {
    db eval $sql row {
      set line $name
      foreach column $row(*) { append line \t [encoded $row($column)] }
      puts $line
    }
  } message]} {
    puts "$name\tE[binary encode hex [encoding convertto utf-8 $message]]"
  }
}

puts "client\tTcl [info patchlevel] sqlite3\nsqlite\t[package require sqlite3]"
set steps [open $plan]
fconfigure $steps -encoding utf-8
while {[gets $steps step] >= 0} {
  lassign [split $step \t] kind name sql
  if {$kind in {open bare}} {
    catch {db close}
    sqlite3 db $path
    db enable_load_extension 1
    if {$kind eq "open"} { db eval {SELECT load_extension($extension)} }
  } else {
    run $kind $name $sql
  }
}
