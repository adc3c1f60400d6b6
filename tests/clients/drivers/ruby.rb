# Runs battery.sql through Ruby's sqlite3; c.c describes plan and answers.
require 'sqlite3'

extension, path, plan = ARGV
KINDS = {
  'int' => 12, 'float' => 0.8, 'whole float' => 1.0, 'text' => '0.8', 'null' => nil,
  'blob' => SQLite3::Blob.new('0.8'), 'true' => true, 'false' => false,
  'big int' => 9007199254740993, 'nan' => Float::NAN
}.freeze

def encoded(value)
  case value
  when nil then 'N'
  when true, false then "L#{value ? 1 : 0}"
  when Integer then "I#{value}"
  when Float then "R#{[value].pack('G').unpack1('H*')}"
  else (value.encoding == Encoding::BINARY ? 'B' : 'T') + value.unpack1('H*')
  end
end

def connected(path, extension)
  db = SQLite3::Database.new(path)
  db.enable_load_extension(true)
  db.load_extension(extension) if extension
  db
end

def run(db, kind, name, sql)
  db.prepare(sql) do |statement|
    statement.bind_params(*(kind == 'run' ? [] : [KINDS.fetch(kind)]))
    statement.each { |row| puts [name, *row.map { |value| encoded(value) }].join("\t") }
  end
rescue StandardError => e
  puts "#{name}\tE#{e.message.unpack1('H*')}"
end

puts "client\tRuby #{RUBY_VERSION} sqlite3 #{SQLite3::VERSION}"
puts "sqlite\t#{connected(':memory:', nil).get_first_value('SELECT sqlite_version()')}"
db = nil
File.foreach(plan, chomp: true, encoding: 'UTF-8') do |step|
  kind, name, sql = step.split("\t")
  if %w[open bare].include?(kind)
    db&.close
    db = connected(path, kind == 'open' ? extension : nil)
  else
    run(db, kind, name, sql)
  end
end
