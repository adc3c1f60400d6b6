<?php
// The battery through PHP's SQLite3 class, by the statements of prepare(); plan and
// answers are described in c.c. PHP has one type for text and bytes.
error_reporting(E_ALL & ~E_WARNING);
[, $extension, $path, $plan] = $argv;
$kinds = [
  'int' => 12, 'float' => 0.8, 'whole float' => 1.0, 'text' => '0.8', 'null' => null,
  'blob' => '0.8', 'true' => true, 'false' => false, 'big int' => 9007199254740993,
  'nan' => NAN,
];

function encoded($value) {
  if ($value === null) return 'N';
  if (is_bool($value)) return 'L' . (int)$value;
  if (is_int($value)) return "I$value";
  if (is_float($value)) return 'R' . bin2hex(pack('E', $value));
  return 'T' . bin2hex($value);
}

function connected($path, $extension) {
  $db = new SQLite3($path);
  $db->enableExceptions(true);
  if ($extension !== null && !$db->loadExtension(basename($extension))) exit(1);
  return $db;
}

function run($db, $kinds, $kind, $name, $sql) {
  try {
    $statement = $db->prepare($sql);
    if ($kind === 'blob') $statement->bindValue(1, $kinds[$kind], SQLITE3_BLOB);
    elseif ($kind !== 'run') $statement->bindValue(1, $kinds[$kind]);
    $result = $statement->execute();
    while ($result->numColumns() && $row = $result->fetchArray(SQLITE3_NUM)) {
      echo implode("\t", [$name, ...array_map('encoded', $row)]), "\n";
    }
    // At an error fetchArray() returns false, as after the last row.
    if (!in_array($db->lastErrorCode(), [0, 101])) {
      echo "$name\tE", bin2hex($db->lastErrorMsg()), "\n";
    }
  } catch (Exception $error) {
    echo "$name\tE", bin2hex($error->getMessage()), "\n";
  }
}

echo "client\tPHP ", PHP_VERSION, " SQLite3\n";
echo "sqlite\t", SQLite3::version()['versionString'], "\n";
$db = null;
foreach (file($plan, FILE_IGNORE_NEW_LINES) as $step) {
  [$kind, $name, $sql] = array_pad(explode("\t", $step), 3, null);
  if ($kind === 'open' || $kind === 'bare') {
    if ($db) $db->close();
    $db = connected($path, $kind === 'open' ? $extension : null);
  } else {
    run($db, $kinds, $kind, $name, $sql);
  }
}
