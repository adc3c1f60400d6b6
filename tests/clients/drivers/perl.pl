# Runs battery.sql through Perl's DBD::SQLite; c.c describes plan and answers.  The flags
# of a scalar show what it holds: an integer, a double, or else a string, which may be
# text or bytes.
use strict;
use warnings;
use B ();
use DBD::SQLite;
use DBI qw(:sql_types);

my ($extension, $path, $plan) = @ARGV;
my %kinds = (
  'int' => 12, 'float' => 0.8, 'whole float' => 1.0, 'text' => '0.8', 'null' => undef,
  'blob' => '0.8', 'true' => !!1, 'false' => !!0, 'big int' => 9007199254740993,
  'nan' => 9**9**9 / 9**9**9,
);

sub encoded {
  my ($value) = @_;
  return 'N' if !defined $value;
  my $flags = B::svref_2object(\$value)->FLAGS;
  return 'I' . $value if $flags & B::SVf_IOK && !($flags & B::SVf_POK);
  return 'R' . unpack('H*', pack('d>', $value)) if $flags & B::SVf_NOK;
  utf8::encode($value) if utf8::is_utf8($value);
  return 'T' . unpack('H*', $value);
}

sub connected {
  my ($load) = @_;
  my $db = DBI->connect("dbi:SQLite:dbname=$path", '', '',
    { RaiseError => 0, PrintError => 0, sqlite_unicode => 1 }) or die $DBI::errstr;
  $db->sqlite_enable_load_extension(1);
  $db->sqlite_load_extension($extension) or die $db->errstr if $load;
  return $db;
}

sub run {
  my ($db, $kind, $name, $sql) = @_;
  my $error = sub {
    my $message = shift->errstr;
    utf8::encode($message) if utf8::is_utf8($message);
    print "$name\tE", unpack('H*', $message), "\n";
  };
  my $statement = $db->prepare($sql) or return $error->($db);
  if ($kind eq 'blob') {
    $statement->bind_param(1, $kinds{$kind}, SQL_BLOB);
  } elsif ($kind ne 'run') {
    $statement->bind_param(1, $kinds{$kind});
  }
  $statement->execute or return $error->($statement);
  while ($statement->{NUM_OF_FIELDS} && (my @row = $statement->fetchrow_array)) {
    print join("\t", $name, map { encoded($_) } @row), "\n";
  }
  $error->($statement) if $statement->err;
}

my $db;
my ($sqlite) = connected(0)->selectrow_array('SELECT sqlite_version()');
print "client\tDBD::SQLite $DBD::SQLite::VERSION\nsqlite\t$sqlite\n";
open(my $steps, '<:encoding(UTF-8)', $plan) or die "$plan: $!";
while (my $step = <$steps>) {
  chomp $step;
  my ($kind, $name, $sql) = split /\t/, $step;
  if ($kind eq 'open' || $kind eq 'bare') {
    $db->disconnect if $db;
    $db = connected($kind eq 'open');
  } else {
    run($db, $kind, $name, $sql);
  }
}
