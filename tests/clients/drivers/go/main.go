// Runs battery.sql through Go's database/sql and mattn's go-sqlite3, whose Extensions
// name the extension. ../c.c describes plan and answers.
package main

import (
	"bufio"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/mattn/go-sqlite3"
)

var kinds = map[string]interface{}{
	"int": 12, "float": 0.8, "whole float": 1.0, "text": "0.8", "null": nil,
	"blob": []byte("0.8"), "true": true, "false": false,
	"big int": int64(9007199254740993), "nan": math.NaN(),
}

func encoded(value interface{}) string {
	switch v := value.(type) {
	case nil:
		return "N"
	case bool:
		if v {
			return "L1"
		}
		return "L0"
	case int64:
		return fmt.Sprintf("I%d", v)
	case float64:
		var bytes [8]byte
		binary.BigEndian.PutUint64(bytes[:], math.Float64bits(v))
		return "R" + hex.EncodeToString(bytes[:])
	case string:
		return "T" + hex.EncodeToString([]byte(v))
	case []byte:
		return "B" + hex.EncodeToString(v)
	}
	return fmt.Sprintf("E%x", fmt.Sprintf("%T", value))
}

func run(database *sql.DB, kind, name, query string) error {
	var values []interface{}
	if kind != "run" {
		values = append(values, kinds[kind])
	}
	rows, err := database.Query(query, values...)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	row := make([]interface{}, len(columns))
	cells := make([]interface{}, len(columns))
	for i := range row {
		cells[i] = &row[i]
	}
	for rows.Next() {
		if err := rows.Scan(cells...); err != nil {
			return err
		}
		fields := []string{name}
		for _, value := range row {
			fields = append(fields, encoded(value))
		}
		fmt.Println(strings.Join(fields, "\t"))
	}
	return rows.Err()
}

// The pool has one connection, because a second connection would lack the settings.
func connected(driver, path string) *sql.DB {
	database, err := sql.Open(driver, path)
	if err != nil {
		panic(err)
	}
	database.SetMaxOpenConns(1)
	return database
}

func main() {
	sql.Register("assay", &sqlite3.SQLiteDriver{Extensions: []string{os.Args[1]}})
	version, _, _ := sqlite3.Version()
	fmt.Printf("client\tGo mattn/go-sqlite3\nsqlite\t%s\n", version)
	plan, err := os.Open(os.Args[3])
	if err != nil {
		panic(err)
	}
	steps := bufio.NewScanner(plan)
	var database *sql.DB
	for steps.Scan() {
		step := strings.Split(steps.Text(), "\t")
		if step[0] == "open" || step[0] == "bare" {
			if database != nil {
				database.Close()
			}
			driver := map[string]string{"open": "assay", "bare": "sqlite3"}[step[0]]
			database = connected(driver, os.Args[2])
		} else if err := run(database, step[0], step[1], step[2]); err != nil {
			fmt.Printf("%s\tE%x\n", step[1], err.Error())
		}
	}
}
